import { runCommand } from '../ready/run-command.mjs';
import { Sentence } from '../ready/sentence.mjs';

/** Installs the old releases of Node whose OpenSSL versions the tests measure. */
export async function provideOldNodes() {
  const { code, output } = await runCommand('sh', ['lab/old-nodes/install.sh']);
  if (code === 0) return;
  throw new Sentence(
    `The old releases of Node for the TLS lab could not be installed: ${output.trim().split('\n').at(-1)}`,
  );
}
