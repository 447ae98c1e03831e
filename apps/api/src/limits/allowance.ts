/** The probes count connections to one address in the same way, so the arithmetic is theirs. */
export {
  type AllowanceStore,
  createMemoryAllowances,
  type MemoryAllowances,
  type RateLimit,
  type Verdict,
} from '@sonde/probes';
