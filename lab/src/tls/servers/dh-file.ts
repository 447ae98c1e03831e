import { fileURLToPath } from 'node:url';

/** Diffie-Hellman parameters of so many bits, in PEM. */
export function dhFile(bits: 512 | 1024 | 2048): string {
  return fileURLToPath(new URL(`../../../tls/dh-${bits}.pem`, import.meta.url));
}
