"""What every provider needs, whatever its vendor. Copy it unchanged."""
