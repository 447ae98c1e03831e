// serve/: commands that run more than one lookup through the service in this process.
import type { Environment } from '@sonde/probes';
import { readEngineSettings } from '@sonde/probes';
import { createService, createToolbox, type Service } from '@sonde/service';
import type { MeasuringEngines } from '../cli-context.ts';

const ignore = () => {};

/** Opens the service without a server: equal queries are merged, and everything stays within the limits towards targets. */
export function openService({ net, data, limits }: MeasuringEngines, env: Environment): Service {
  return createService({
    toolbox: createToolbox(net, data, limits),
    now: () => performance.now(),
    // The user of this command is not limited; targets have limits of their own.
    rateLimit: null,
    denyTargets: readEngineSettings(env).settings?.net.denyTargets ?? [],
    shared: null,
    onFailure: ignore,
    onMeasured: ignore,
    onMalformed: ignore,
  });
}
