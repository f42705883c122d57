"""Which addresses may be spoken to: beyond loopback only those with TLS."""

import ipaddress
from urllib.parse import urlsplit


class AddressError(ValueError):
    """An address that is none, or that would send pickles and results in the clear."""


def checked(address: str) -> str:
    """Return an address of a scheduler or a worker, with its scheme.

    Raises AddressError for what is none, and for ``tcp`` beyond loopback.
    """
    whole = address if "://" in address else f"tcp://{address}"
    try:
        parts = urlsplit(whole)
        host, port = parts.hostname, parts.port
    except ValueError:
        host = port = None
    if not host or not port or parts.scheme not in {"tcp", "tls"}:
        raise AddressError(f"{address} is no address: give tcp://127.0.0.1:8786 or tls://HOST:PORT")
    if parts.scheme == "tcp" and not _is_loopback(host):
        raise AddressError(f"{address} is beyond loopback and has no TLS: give tls://{host}:{port}")
    return whole


def _is_loopback(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
