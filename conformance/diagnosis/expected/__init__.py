"""What a candidate declares that it does differently from harbor."""
