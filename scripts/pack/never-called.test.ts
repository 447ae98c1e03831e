import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { expect, it, onTestFinished } from 'vitest';
import { withLibraries } from '../../apps/api/libraries.mjs';
import { withRequire } from '../node-bundle.mjs';
import { root } from '../ready/run-command.mjs';

it('mails of the server need nothing that is left out of the package', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sonde-mail-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const outfile = join(folder, 'mail.mjs');
  const contents = `
    import { createTransport } from 'nodemailer';
    export const sent = await createTransport({ streamTransport: true, buffer: true }, { from: 'a@example.com' })
      .sendMail({ to: 'b@example.com', subject: 'New password', text: 'Größe' });`;
  const { metafile } = await build({
    stdin: { contents, resolveDir: root },
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    metafile: true,
    banner: withRequire,
    ...withLibraries,
  });
  const tables = Object.keys(metafile.inputs).filter((path) => path.includes('mime-types'));
  expect(tables.length).toBeGreaterThan(0);
  expect(tables.filter((path) => !path.startsWith('left-out:'))).toEqual([]);
  const { sent } = (await import(outfile)) as { sent: { message: Buffer } };
  expect(sent.message.toString()).toMatch(
    /^Content-Type: text\/plain; charset=utf-8\r\n(?:.+\r\n)*\r\nGr=C3=B6=C3=9Fe/m,
  );
});
