import {
  createTargetLimits,
  type Environment,
  engineVariables,
  readEngineSettings,
  unknownVariables,
  unknownVariableText,
  variableNames,
} from '@sonde/probes';
import { type CliContext, type LookupContext, type MeasuringEngines, terminalOf } from './cli-context.ts';
import { EXIT } from './exit-status.ts';
import { printable } from './print/printable.ts';

/** Runs `work` with the network layer and the data configured by the environment. */
export async function withEngines(
  context: CliContext,
  work: (engines: MeasuringEngines) => Promise<number>,
): Promise<number> {
  const { settings, problems } = readEngineSettings(context.env);
  for (const line of [...misspelledVariables(context.env), ...problems]) context.err(`sonde: ${printable(line)}`);
  if (settings === null) return EXIT.usage;
  const net = await context.openNet(settings.net);
  const data = await context.openData(settings.data, net);
  try {
    return await work({ net, data, limits: createTargetLimits(settings.limits) });
  } finally {
    net.close();
    data.close();
  }
}

/** Makes lookups with the engines configured by the environment. */
export function withLookups(
  context: CliContext,
  color: boolean | null,
  run: (context: LookupContext) => Promise<number>,
): Promise<number> {
  const { isTerminal, signal, out, err } = context;
  const terminal = terminalOf(context, color);
  return withEngines(context, (engines) => run({ engines, terminal, isTerminal, signal, out, err }));
}

/** Variables whose names resemble one of Sonde’s; variables of a server may be set here as well. */
function misspelledVariables(env: Environment): string[] {
  return unknownVariables(env, variableNames(engineVariables))
    .filter(({ suggestion }) => suggestion !== null)
    .map(unknownVariableText);
}
