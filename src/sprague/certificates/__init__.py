"""The JSON format of certificates, version 2: a writer, a strict reader, and a converter from version 1."""
