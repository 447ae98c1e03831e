/* What the short set leaves out. */
import './odd-servers.lab.test.ts';
