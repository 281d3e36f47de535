"""The certificate format, version 2: writer, reader, syntax trees, evidence, conversion from version 1, JSON Schema."""
