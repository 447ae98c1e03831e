/* What the short set leaves out. */
import './over-quic.lab.test.ts';
