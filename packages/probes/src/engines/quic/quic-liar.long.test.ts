/* What the short set leaves out. */
import './quic-liar.test.ts';
