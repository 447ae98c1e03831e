// Loaded before anything else, and written so that a Node from years ago can still read it and say what is wrong.
// biome-ignore lint/style/useNodejsImportProtocol: an old Node does not know the prefix
import { readFileSync } from 'fs';

/** What to say when `running` is older than `engines.node` (of the form `>=20.19`) asks for, or null. */
export function nodeTooOld(running, engines) {
  const wanted = engines.replace('>=', '').split('.').map(Number);
  const has = running.split('.').map(Number);
  const isOld = has[0] === wanted[0] ? has[1] < wanted[1] : has[0] < wanted[0];
  return isOld ? `Sonde needs Node ${wanted.join('.')} or newer; this is Node ${running}.` : null;
}

const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
const problem = nodeTooOld(process.versions.node, manifest.engines.node);
if (problem !== null) {
  console.error(problem);
  process.exit(1);
}
