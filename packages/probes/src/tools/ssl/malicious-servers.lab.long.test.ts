/* What the short set leaves out. */
import './malicious-servers.lab.test.ts';
