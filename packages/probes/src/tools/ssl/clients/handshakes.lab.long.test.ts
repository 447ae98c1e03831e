/* What the short set leaves out. */
import './handshakes.lab.test.ts';
