"""What a candidate declares that it does otherwise than harbor."""
