/* What the short set leaves out. */
import './pasting.test.tsx';
