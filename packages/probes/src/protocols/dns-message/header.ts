import { DnsFormatError } from './dns-format-error.ts';
import { uint16At } from './reader.ts';

/** Codes of responses (RFC 1035 section 4.1.1, RFC 6891 section 9). */
export const rcodes = { noError: 0, formErr: 1, servFail: 2, nxDomain: 3, notImp: 4, refused: 5, badVers: 16 } as const;

export const HEADER_OCTETS = 12;

/** The twelve octets before the first question (RFC 1035 section 4.1.1), flags split. */
export interface MessageHeader {
  readonly id: number;
  readonly isResponse: boolean;
  readonly opcode: number;
  readonly isAuthoritative: boolean;
  readonly isTruncated: boolean;
  readonly isRecursionDesired: boolean;
  readonly isRecursionAvailable: boolean;
  /** AD flag (RFC 4035). */
  readonly isAuthenticated: boolean;
  /** CD flag (RFC 4035). */
  readonly isCheckingDisabled: boolean;
  /** In a header, only the low four bits; a decoded message has the eight more of EDNS(0) (RFC 6891), too. */
  readonly rcode: number;
  readonly questionCount: number;
  readonly answerCount: number;
  readonly authorityCount: number;
  readonly additionalCount: number;
}

/**
 * Reads only the header, for callers that decide by id and RCODE before decoding the rest.
 * @throws DnsFormatError when there are fewer than twelve bytes.
 */
export function peekHeader(bytes: Uint8Array): MessageHeader {
  if (bytes.length < HEADER_OCTETS) throw new DnsFormatError('shorter than a header', { isCut: true });
  const flags = uint16At(bytes, 2);
  return {
    id: uint16At(bytes, 0),
    isResponse: (flags & 0x8000) !== 0,
    opcode: (flags >> 11) & 15,
    isAuthoritative: (flags & 0x0400) !== 0,
    isTruncated: (flags & 0x0200) !== 0,
    isRecursionDesired: (flags & 0x0100) !== 0,
    isRecursionAvailable: (flags & 0x0080) !== 0,
    isAuthenticated: (flags & 0x0020) !== 0,
    isCheckingDisabled: (flags & 0x0010) !== 0,
    rcode: flags & 15,
    questionCount: uint16At(bytes, 4),
    answerCount: uint16At(bytes, 6),
    authorityCount: uint16At(bytes, 8),
    additionalCount: uint16At(bytes, 10),
  };
}
