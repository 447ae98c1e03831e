/* Further paths. */
import './behind-nginx.lab.test.ts';
