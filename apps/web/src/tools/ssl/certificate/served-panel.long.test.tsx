/* What the short set leaves out. */
import './served-panel.test.tsx';
