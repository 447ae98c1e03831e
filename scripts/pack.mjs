import './node-version.mjs';

// Imported only now, and without newer syntax here, so that an old Node says its sentence and nothing else.
void import('./pack/main.mjs');
