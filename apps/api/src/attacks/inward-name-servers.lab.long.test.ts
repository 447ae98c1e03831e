/* What the short set leaves out. */
import './inward-name-servers.lab.test.ts';
