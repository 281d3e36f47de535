"""The certificate format, version 2: syntax trees, writing, reading, conversion from version 1, JSON Schema."""
