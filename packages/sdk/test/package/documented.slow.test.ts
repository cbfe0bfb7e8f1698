import { join } from 'node:path'

import ts from 'typescript'
import { describe, expect, it } from 'vitest'

import { root } from './packed.ts'

const names = ['index', 'webhooks', 'testing', 'throttle']
const fileOf = (name: string) => join(root, 'dist', `${name}.d.ts`)
const program = ts.createProgram(names.map(fileOf), {
  target: ts.ScriptTarget.ES2022,
  lib: ['lib.es2022.d.ts'],
  types: [],
})
const checker = program.getTypeChecker()

const isOurs = ({ declarations = [] }: ts.Symbol) =>
  declarations.some((declaration) => declaration.getSourceFile().fileName.startsWith(join(root, 'dist')))
const wordsOf = (symbol: ts.Symbol) => ts.displayPartsToString(symbol.getDocumentationComment(checker)).trim()

/** The members of every object type that a declaration writes out, at any depth. */
function membersOf(node: ts.Node): { name: string; symbol: ts.Symbol }[] {
  const members: { name: string; symbol: ts.Symbol }[] = []
  const visit = (child: ts.Node) => {
    // What a type asks of the platform's own types is not ours to explain.
    if (ts.isConditionalTypeNode(child)) return
    const isMember = ts.isPropertySignature(child) || ts.isMethodSignature(child)
    const isOfClass = ts.isPropertyDeclaration(child) || ts.isMethodDeclaration(child) || ts.isGetAccessor(child)
    if (isMember || isOfClass) {
      const symbol = checker.getSymbolAtLocation(child.name)
      const isPrivate = ts.isPrivateIdentifier(child.name)
      // A quoted name is that of an operation or an event, which have their words where they are declared.
      if (symbol && !isPrivate && !ts.isStringLiteral(child.name)) members.push({ name: child.name.getText(), symbol })
    }
    ts.forEachChild(child, visit)
  }
  visit(node)
  return members
}

/** What an editor would show nothing for. */
function undocumented(name: string): string[] {
  const file = program.getSourceFile(fileOf(name))
  const module = file && checker.getSymbolAtLocation(file)
  if (!module) throw new Error(`${name} is no module: run the build first`)
  return checker.getExportsOfModule(module).flatMap((exported) => {
    const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported
    const members = (symbol.declarations ?? []).flatMap(membersOf).filter((member) => isOurs(member.symbol))
    const silent = members
      .filter((member) => !wordsOf(member.symbol))
      .map((member) => `${exported.name}.${member.name}`)
    return wordsOf(symbol) ? silent : [exported.name, ...silent]
  })
}

describe.each(names)('%s', (name) => {
  it('has words for everything it exports, and for each of its members and options', () => {
    expect([...new Set(undocumented(name))], 'each needs a /** … */ where it is written').toEqual([])
  })
})
