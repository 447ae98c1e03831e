/** What one kind of request costs a server, measured alone. */
export interface Cost {
  readonly tool: string;
  /** Processor time of the server for a lookup that measures. */
  readonly measuredCpuMs: number;
  /** Processor time for an answer from memory. */
  readonly cachedCpuMs: number;
  /** How long a lookup that measures runs, most of it waiting. */
  readonly measuredMs: number;
  /** Exchanges of one such lookup with resolvers, registries and targets, by service and transport. */
  readonly exchanges: Readonly<Record<string, number>>;
}

/** What visitors ask. The shares of all tools add up to 1. */
export interface Demand {
  readonly tool: string;
  readonly share: number;
  /** The part of its requests that no kept answer serves. */
  readonly newShare: number;
}

export interface Prediction {
  /** Processor time in a second: 1 is one core in full use. */
  readonly cores: number;
  /** Lookups that run at the same time, by tool (Little's law: arrivals per second times their duration). */
  readonly running: Readonly<Record<string, number>>;
}

/**
 * Linear: requests cost the same beside others as alone. That holds until the one thread that runs JavaScript is
 * nearly full; what comes after that is waiting, which this does not describe.
 */
export function predict(costs: readonly Cost[], demands: readonly Demand[], requestsPerSecond: number): Prediction {
  const running: Record<string, number> = {};
  for (const { tool, share, newShare } of demands) {
    running[tool] = (requestsPerSecond * share * newShare * costOf(costs, tool).measuredMs) / 1000;
  }
  return { cores: (requestsPerSecond * meanCpuMs(costs, demands)) / 1000, running };
}

/** Requests a second that fill one core. */
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
