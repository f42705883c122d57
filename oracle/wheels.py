"""The releases of harbor whose published wheels are known by their digests.

An installed RECORD could be edited together with a file; this table could not.
"""

WHEELS = {
    "0.7.1": "61faae2a6d31af3606985fafb9825f497d1d621078d6afe845d3bb636a85a77d",
    "0.8.0": "3ad34289d4a3662203fbfe92c19abe2e0990c000f4dbcd0a2937784bd1f433e0",
    "0.9.0": "4fc8cd1bc40e4ed189bcc446c130d4cb2255e97917f87c98a06f5e77f88d234b",
    "0.13.0": "a5dc0c365068c33416fc4652a17ebe7e9f90caf0f0fa06e2c1a78e91a845020f",
    "0.13.1": "1fc3dd8ba56013f485b9090ef36b4158681bb611c2c5cf9325586af374a08b62",
    "0.13.2": "226a9ee081272d6f1c4f2cd0a788dd0b0a70cee9392b109544136afd70e4812f",
    "0.14.0": "0f54127b388a989b18e8d1686817d535f8537adedf5fef0f9ad58fc38cb5c6f1",
    "0.15.0": "e4da704f6a6a1a6e3899a8339b2fe6b560c905b98dad674218d0ede8d21383a4",
    "0.16.0": "11bfd2920f6022a439554c09dfe48ac6d2aa3118be9d2b9e95db2fe7d9cbb967",
    "0.16.1": "b8951eca7141e8580ecec63c2f6f111e8842093a7eadfded48ecaca9306f7e94",
    "0.17.0": "fddf689823936594afe2eda63e9cca97530e6fabcad2efd5f727b36b83795c65",
    "0.17.1": "e3af2ebd60baf119300d32f3cc57988c97b75bcde99b39321173c8756d4f09f3",
    "0.18.0": "a4f8e8767ed33946c5e0cd3b4026aee5730a08c104c8ab557af121c92de5177a",
    "0.19.0": "13a33f060e12cf990a4db98df78a170a3fd82e8d243e7409af49877d62e92096",
    "0.20.0": "0d49e02a8d7f24723e6a88a883d7d64d6c98c9f91855c8824480bfa76425e63d",
    "0.21.0": "ee9e7b5799b9855db7c76c171c80251811b2c695a7018f3ce497a0c9177e083c",
    "0.22.0": "6342268b9f662c566b5a6deb2ae1f1796c1a6ec5e45ea946ec281a4f08c835e3",
    "0.23.0": "636219dcb25b1516983bc8b394daae36ef8ee93ba846b729f069be5185bfe4c4",
    "0.24.0": "089307e0a162b989dd576d02a954329928c6a201be3a346ca5b0a38e4bd4bdb7",
    "0.25.0": "5b4255da23fcaf8b269b02fa20e5bccb174304953fd96807c0b01c11f3382ee3",
}
"""Release → SHA-256 of the sorted ``harbor/`` lines of RECORD in its published wheel.

Computed as ``oracle.provenance.record_digest`` does it.
"""
