const fileName = 'factur-x.xml'
const space = 'urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#'

const properties = {
  DocumentFileName: ['The name of the embedded XML file', fileName],
  DocumentType: ['The type of the hybrid document', 'INVOICE'],
  Version: ['The version of the embedded XML data', '1.0'],
  ConformanceLevel: ['The conformance level of the embedded XML data', 'EN 16931'],
} as const

/** Makes a PDF/A-3 a Factur-X: attaches the XML of the invoice and the metadata. */
export function attachFacturX(doc: PDFKit.PDFDocument, xml: string, at: Date) {
  const file = {
    name: fileName,
    type: 'text/xml',
    description: 'The invoice as Factur-X',
    // The types of pdfkit lack it.
    relationship: 'Alternative',
    creationDate: at,
    modifiedDate: at,
  }
  doc.file(Buffer.from(xml), file)
  const values = Object.entries(properties).map(([name, [, value]]) => `<fx:${name}>${value}</fx:${name}>`)
  doc.appendXML(`<rdf:Description rdf:about="" xmlns:fx="${space}">${values.join('')}</rdf:Description>`)
  // A PDF/A must describe foreign metadata.
  const described = Object.entries(properties).map(
    ([name, [words]]) => `<rdf:li rdf:parseType="Resource">
      <pdfaProperty:name>${name}</pdfaProperty:name><pdfaProperty:valueType>Text</pdfaProperty:valueType>
      <pdfaProperty:category>external</pdfaProperty:category><pdfaProperty:description>${words}</pdfaProperty:description>
    </rdf:li>`,
  )
  doc.appendXML(`<rdf:Description rdf:about="" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/"
    xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">
    <pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource">
      <pdfaSchema:schema>Factur-X PDFA Extension Schema</pdfaSchema:schema>
      <pdfaSchema:namespaceURI>${space}</pdfaSchema:namespaceURI><pdfaSchema:prefix>fx</pdfaSchema:prefix>
      <pdfaSchema:property><rdf:Seq>${described.join('')}</rdf:Seq></pdfaSchema:property>
    </rdf:li></rdf:Bag></pdfaExtension:schemas></rdf:Description>`)
}
