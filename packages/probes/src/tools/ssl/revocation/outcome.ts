import type { FailureCode } from '@sonde/contract';
import type { Period } from '../certificate/freshness.ts';

/** What one source says of one certificate, or why it says nothing. */
export type Outcome = Said | Unknown;

export interface Said extends Period {
  readonly status: 'good' | 'revoked';
  readonly source: 'stapled' | 'ocsp' | 'crl';
  readonly revokedAt: Date | null;
  /** Who said so, as a sentence begins: may quote hostile text. */
  readonly teller: string;
}

export interface Unknown {
  readonly status: 'unknown';
  /** Whole sentences, which may quote hostile text. */
  readonly why: string;
  /** How asking failed; null where there was nobody to ask. */
  readonly code: FailureCode | null;
}

export function unknown(why: string, code: FailureCode | null = null): Unknown {
  return { status: 'unknown', why, code };
}
