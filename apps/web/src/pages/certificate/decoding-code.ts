import { Blocks } from './blocks.tsx';
import { readPem } from './read-pem.ts';

/** What decodes and shows certificates, in a chunk of its own. */
export const decodingCode = { readPem, Blocks };
