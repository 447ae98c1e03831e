/* What the short set leaves out. */
import './probe.lab.test.ts';
