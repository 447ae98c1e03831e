/* What the short set leaves out. */
import './session.test.tsx';
