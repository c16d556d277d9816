"""What people read: domain values become words in three languages. No Discord and no I/O here."""
