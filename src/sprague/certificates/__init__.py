"""The certificate format, version 2: a writer, a strict reader, a converter from version 1, and the JSON Schema."""
