/** The input of a tool is missing or matches no record. The message is for the model. */
export class WrongInput extends Error {
  override readonly name = 'WrongInput'
}
