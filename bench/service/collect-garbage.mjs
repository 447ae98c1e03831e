// Loaded ahead of the measured server: memory is compared when nothing is left that merely was not collected yet.
process.on('SIGUSR2', () => globalThis.gc());
