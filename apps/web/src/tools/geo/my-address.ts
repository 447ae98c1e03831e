import { myIp } from '@sonde/contract';
import { ask } from '../../browser/api/ask.ts';

/** The visitor's public address as the server sees it; null if the server cannot tell. */
export async function findMyAddress(): Promise<string | null> {
  try {
    return (await ask(myIp, {}, new AbortController().signal)).ip;
  } catch {
    return null;
  }
}
