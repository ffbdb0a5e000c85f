// The project's verifier is plain JavaScript without types; verifier.ts says what this page uses of it.
declare module "*/verify.js";
declare module "*/texts.js";
