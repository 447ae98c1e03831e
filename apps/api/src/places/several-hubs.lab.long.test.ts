/* What the short set leaves out. */
import './several-hubs.lab.test.ts';
