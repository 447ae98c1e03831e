// In this folder: commands that answer more than one lookup through the service of this process.
import type { Environment } from '@sonde/probes';
import { readEngineSettings } from '@sonde/probes';
import { createService, createToolbox, type Service } from '@sonde/service';
import type { Engines } from '../cli-context.ts';

const ignore = () => {};

/** The service without a server: equal questions are asked once, and everything stays within the limits towards targets. */
export function openService({ net, data, limits }: Engines, env: Environment): Service {
  return createService({
    toolbox: createToolbox(net, data, limits),
    now: () => performance.now(),
    // Whoever runs this command may ask as much as they like; targets have limits of their own.
    rateLimit: null,
    denyTargets: readEngineSettings(env).settings?.net.denyTargets ?? [],
    shared: null,
    onFailure: ignore,
    onMeasured: ignore,
    onMalformed: ignore,
  });
}
