declare module "rules:*" {
  const all: import("./rules-text").RulesText;
  export default all;
}
declare module "*.pip" {
  const record: string;
  export default record;
}
