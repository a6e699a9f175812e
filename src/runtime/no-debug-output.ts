// Imported before any library: libraries print whole requests, secrets included, when DEBUG names them, and read it when they
// are loaded.
delete process.env.DEBUG
