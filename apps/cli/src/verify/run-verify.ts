import { type NodeNet, readEngineSettings } from '@sonde/probes';
import type { CliContext } from '../cli-context.ts';
import { EXIT } from '../exit-status.ts';
import { printable } from '../print/printable.ts';
import { type VerifyCall, verify } from './verify.ts';

/** Runs `sonde verify`, offline unless the keys are behind a URL. Returns the exit status. */
export async function runVerify(asked: VerifyCall, context: CliContext): Promise<number> {
  const { settings, problems } = readEngineSettings(context.env);
  if (settings === null) {
    for (const line of problems) context.err(`sonde: ${printable(line)}`);
    return EXIT.usage;
  }
  let net: NodeNet | null = null;
  const openNet = async () => {
    net ??= await context.openNet(settings.net);
    return net;
  };
  try {
    return await verify(asked, { ...context, openNet });
  } finally {
    (net as NodeNet | null)?.close();
  }
}
