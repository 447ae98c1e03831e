#!/usr/bin/env node
// The installed command begins here, in syntax that very old versions of Node can parse: npm only warns about them.
// biome-ignore-start lint/style/useNodejsImportProtocol: an old Node does not know the prefix
const readFileSync = require('fs').readFileSync;
const join = require('path').join;
// biome-ignore-end lint/style/useNodejsImportProtocol: as above
const nodeTooOld = require('./node-version.cjs').nodeTooOld;

// In the package, the folder with this file is two levels below the manifest.
const manifest = JSON.parse(readFileSync(join(__dirname, '../../package.json'), 'utf8'));
const problem = nodeTooOld(process.versions.node, manifest.engines.node);
if (problem === null) {
  require('./run.cjs');
} else {
  console.error(problem);
  process.exit(1);
}
