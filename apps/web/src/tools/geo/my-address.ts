import { myIp } from '@sonde/contract';
import { ask } from '../../ask.ts';

/** The address from which the server sees this browser; null when it cannot tell. */
export async function findMyAddress(): Promise<string | null> {
  try {
    return (await ask(myIp, {}, new AbortController().signal)).ip;
  } catch {
    return null;
  }
}
