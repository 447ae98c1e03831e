import { fileURLToPath } from 'node:url';

/** The file with Diffie-Hellman parameters of this size, in PEM. */
export function dhFile(bits: 512 | 1024 | 1536 | 2048): string {
  return fileURLToPath(new URL(`../../../tls/dh-${bits}.pem`, import.meta.url));
}
