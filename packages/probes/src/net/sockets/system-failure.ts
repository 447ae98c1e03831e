import type { FailureReason } from '@sonde/contract/failure';
import { NetFailure } from '../net.ts';

const reasonOfCode: Readonly<Record<string, FailureReason>> = {
  ECONNREFUSED: 'connection-refused',
  ECONNRESET: 'reset',
  EPIPE: 'reset',
  ETIMEDOUT: 'timeout',
};

/** The failure for an error of the operating system while reaching `where`; `unreachable` if no other reason fits. */
export function systemFailure(error: unknown, where: string): NetFailure {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
  return new NetFailure(reasonOfCode[code] ?? 'unreachable', `${where}: ${code}`, { cause: error });
}
