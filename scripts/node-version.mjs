// Loaded before anything else, and in syntax that very old versions of Node can parse, so that they can say what is
// wrong.
// biome-ignore lint/style/useNodejsImportProtocol: an old Node does not know the prefix
import { readFileSync } from 'fs';

/** The message if `running` is older than `engines.node` (of the form `>=20.19`) requires, otherwise null. */
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
