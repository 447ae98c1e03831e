import './node-version.mjs';

// Imported dynamically, and without newer syntax in this file, so that old versions of Node print one sentence only.
void import('./start/sample.mjs');
