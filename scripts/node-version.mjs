// Loaded before anything else, and in syntax that very old versions of Node can parse, so that they can say what is
// wrong.
// biome-ignore lint/style/useNodejsImportProtocol: an old Node does not know the prefix
import { readFileSync } from 'fs';
import version from './pack/bin/node-version.cjs';

export const { nodeTooOld } = version;

const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
const problem = nodeTooOld(process.versions.node, manifest.engines.node);
if (problem !== null) {
  console.error(problem);
  process.exit(1);
}
