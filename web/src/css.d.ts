declare module "*.css" {
  const address: string; /* of a game's style; nothing for what is in the page's own */
  export default address;
}
