// A file of its own, because old versions of Node cannot parse `import()`.

// Replaced by the command's own status. Without it, a command that waits for nothing would seem to succeed.
process.exitCode = 1;
void import('../dist/sonde.js');
