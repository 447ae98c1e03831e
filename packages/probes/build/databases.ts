/*
 * `npm run build`: both databases in one process, so that the registry is compressed by a thread while the networks are read.
 */
await Promise.all([import('./mac-registry.ts'), import('./asn-database.ts')]);
