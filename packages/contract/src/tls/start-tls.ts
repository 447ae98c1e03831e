import * as z from 'zod/mini';
import { startTlsNames } from './start-tls-names.ts';

export const StartTls = z.enum(startTlsNames);
export type StartTls = z.infer<typeof StartTls>;
