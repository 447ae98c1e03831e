/** What one kind of request costs a server, measured alone. */
export interface Cost {
  readonly tool: string;
  /** Processor time of the server for a lookup that measures. */
  readonly measuredCpuMs: number;
  /** Processor time for an answer from the cache. */
  readonly cachedCpuMs: number;
  /** How long a lookup that measures takes, most of it waiting. */
  readonly measuredMs: number;
  /** Exchanges of one such lookup with resolvers, registries and targets, by service and transport. */
  readonly exchanges: Readonly<Record<string, number>>;
}

/** What visitors request. The shares of all tools add up to 1. */
export interface Demand {
  readonly tool: string;
  readonly share: number;
  /** The part of its requests that is not answered from the cache. */
  readonly newShare: number;
}

export interface Prediction {
  /** Processor time per second: 1 is one core fully used. */
  readonly cores: number;
  /** Lookups that run at the same time, by tool (Little's law: arrivals per second times their duration). */
  readonly running: Readonly<Record<string, number>>;
}

/**
 * Linear: requests cost the same in parallel as alone. That holds until the one JavaScript thread is nearly saturated;
 * beyond that, requests queue, which is not modelled.
 */
export function predict(costs: readonly Cost[], demands: readonly Demand[], requestsPerSecond: number): Prediction {
  const running: Record<string, number> = {};
  for (const { tool, share, newShare } of demands) {
    running[tool] = (requestsPerSecond * share * newShare * costOf(costs, tool).measuredMs) / 1000;
  }
  return { cores: (requestsPerSecond * meanCpuMs(costs, demands)) / 1000, running };
}

/** Requests per second that saturate one core. */
export function capacityOfCore(costs: readonly Cost[], demands: readonly Demand[]): number {
  return 1000 / meanCpuMs(costs, demands);
}

function meanCpuMs(costs: readonly Cost[], demands: readonly Demand[]): number {
  return demands.reduce((sum, { tool, share, newShare }) => {
    const { measuredCpuMs, cachedCpuMs } = costOf(costs, tool);
    return sum + share * (newShare * measuredCpuMs + (1 - newShare) * cachedCpuMs);
  }, 0);
}

function costOf(costs: readonly Cost[], tool: string): Cost {
  const cost = costs.find((one) => one.tool === tool);
  if (cost === undefined) throw new Error(`the cost of ${tool} was not measured`);
  return cost;
}
