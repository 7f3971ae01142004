//===- XercesC.cpp - A program on top of xerces-c -------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Makes two documents, one with a DTD and one for a schema. Parses both with
// SAX2, makes a DOM of both, walks, changes and serializes it, and prints a sum
// of what it saw.
//
//===----------------------------------------------------------------------===//

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <xercesc/dom/DOM.hpp>
#include <xercesc/framework/MemBufFormatTarget.hpp>
#include <xercesc/framework/MemBufInputSource.hpp>
#include <xercesc/parsers/XercesDOMParser.hpp>
#include <xercesc/sax/HandlerBase.hpp>
#include <xercesc/sax2/Attributes.hpp>
#include <xercesc/sax2/DefaultHandler.hpp>
#include <xercesc/sax2/SAX2XMLReader.hpp>
#include <xercesc/sax2/XMLReaderFactory.hpp>
#include <xercesc/util/PlatformUtils.hpp>
#include <xercesc/util/XMLUni.hpp>

using namespace xercesc;

static const char DocumentType[] = R"(<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE shop [
<!ELEMENT shop (order*)>
<!ATTLIST shop xmlns CDATA #FIXED "urn:shop" xmlns:x CDATA #FIXED "urn:extra">
<!ELEMENT order (who, line+, (note | x:code)?)>
<!ATTLIST order id ID #REQUIRED state (open | paid | sent) "open">
<!ELEMENT who (#PCDATA)>
<!ELEMENT line EMPTY>
<!ATTLIST line what NMTOKEN #REQUIRED count CDATA "1" x:price CDATA #IMPLIED>
<!ELEMENT note (#PCDATA | em)*>
<!ELEMENT em (#PCDATA)>
<!ELEMENT x:code (#PCDATA)>
<!ENTITY firm "Sons &amp; Daughters">
<!ENTITY thanks "<em>Thanks</em> from &firm;">
]>
)";

static const char Schema[] = R"(<?xml version="1.0" encoding="UTF-8"?>
<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns="urn:log"
           targetNamespace="urn:log" elementFormDefault="qualified">
<xs:simpleType name="Place">
  <xs:restriction base="xs:string">
    <xs:pattern value="[A-Z][a-z]{2,8}(-[0-9]+)?"/>
  </xs:restriction>
</xs:simpleType>
<xs:complexType name="Entry">
  <xs:sequence>
    <xs:element name="at" type="xs:dateTime"/>
    <xs:choice>
      <xs:element name="value" type="xs:decimal"/>
      <xs:element name="text" type="xs:token"/>
    </xs:choice>
    <xs:element name="flag" type="xs:boolean" minOccurs="0" maxOccurs="3"/>
  </xs:sequence>
  <xs:attribute name="number" type="xs:positiveInteger" use="required"/>
  <xs:attribute name="place" type="Place" default="Home"/>
</xs:complexType>
<xs:element name="log">
  <xs:complexType>
    <xs:sequence>
      <xs:element name="entry" type="Entry" maxOccurs="unbounded"/>
    </xs:sequence>
  </xs:complexType>
  <xs:unique name="numbers">
    <xs:selector xpath="*"/>
    <xs:field xpath="@number"/>
  </xs:unique>
</xs:element>
</xs:schema>
)";

static std::string makeOrders(int Size) {
  static const char *const States[] = {"", " state='paid'", " state=\"sent\""};
  static const char *const Ends[] = {
      "<note>Soon &lt; later, &thanks;</note>",
      "<x:code><![CDATA[if (a < b && c) ++d;]]></x:code>",
      "<!-- nothing to say --><?print twice?>", ""};
  std::string Text = DocumentType;
  Text += "<shop>\n";
  for (int I = 0; I < Size; ++I) {
    const std::string Number = std::to_string(I);
    Text += " <order id='o" + Number + "'" + States[I % 3] + ">\n  <who>M" +
            Number + " &firm; \xc3\xa9&#x20ac;</who>\n";
    for (int J = 0; J <= I % 4; ++J)
      Text += "  <line what='w" + std::to_string(J) + "' x:price='" +
              std::to_string(I * 7 % 101) +
              (J % 2 ? "' count='2'/>\n" : "'/>\n");
    Text += "  ";
    Text += Ends[I % 4];
    Text += "\n </order>\n";
  }
  return Text + "</shop>\n";
}

static std::string makeLog(int Size) {
  static const char *const Flags[] = {"", "<l:flag>true</l:flag>",
                                      "<l:flag>0</l:flag><l:flag>1</l:flag>"};
  std::string Text = "<l:log xmlns:l='urn:log'>\n";
  for (int I = 0; I < Size; ++I) {
    const std::string Number = std::to_string(I + 1);
    Text += "<l:entry number='" + Number +
            (I % 2 ? "'>" : "' place='Town-" + Number + "'>") +
            "<l:at>2024-02-" + std::to_string(10 + I % 19) +
            "T12:30:00Z</l:at>" +
            (I % 3 ? "<l:value>" + Number + ".250</l:value>"
                   : "<l:text> some  words " + Number + "</l:text>") +
            Flags[I % 3] + "</l:entry>\n";
  }
  return Text + "</l:log>\n";
}

namespace {
/// A sum of everything that is added, in this order.
class Sum {
public:
  void add(unsigned long Number) { Value = Value * 31 + Number; }
  void add(const XMLCh *Text) {
    for (; Text && *Text; ++Text)
      add(*Text);
  }
  void add(const XMLCh *Text, XMLSize_t Length) {
    for (XMLSize_t I = 0; I < Length; ++I)
      add(Text[I]);
  }

  unsigned long Value = 0;
};

/// Sums up what a parser reports, and stops at errors.
class Handler : public DefaultHandler {
public:
  explicit Handler(Sum &S) : S(S) {}

  void startElement(const XMLCh *Uri, const XMLCh *Name, const XMLCh *,
                    const Attributes &As) override {
    S.add(Uri);
    S.add(Name);
    for (XMLSize_t I = 0, E = As.getLength(); I < E; ++I) {
      S.add(As.getLocalName(I));
      S.add(As.getValue(I));
    }
  }
  void endElement(const XMLCh *, const XMLCh *Name, const XMLCh *) override {
    S.add(Name);
  }
  void characters(const XMLCh *Text, XMLSize_t Length) override {
    S.add(Text, Length);
  }
  void ignorableWhitespace(const XMLCh *, XMLSize_t Length) override {
    S.add(Length);
  }
  void processingInstruction(const XMLCh *Name, const XMLCh *Data) override {
    S.add(Name);
    S.add(Data);
  }
  void comment(const XMLCh *Text, XMLSize_t Length) override {
    S.add(Text, Length);
  }
  void startCDATA() override { S.add(1); }
  void startEntity(const XMLCh *Name) override { S.add(Name); }
  void startPrefixMapping(const XMLCh *Prefix, const XMLCh *Uri) override {
    S.add(Prefix);
    S.add(Uri);
  }
  void error(const SAXParseException &E) override { throw E; }
  void fatalError(const SAXParseException &E) override { throw E; }

private:
  Sum &S;
};

/// Leaves comments out of what is written.
class Filter : public DOMLSSerializerFilter {
public:
  FilterAction acceptNode(const DOMNode *Node) const override {
    return Node->getNodeType() == DOMNode::COMMENT_NODE ? FILTER_REJECT
                                                        : FILTER_ACCEPT;
  }
  ShowType getWhatToShow() const override { return DOMNodeFilter::SHOW_ALL; }
};
} // namespace

static MemBufInputSource asSource(const std::string &Text, const char *Name) {
  return {reinterpret_cast<const XMLByte *>(Text.data()), Text.size(), Name};
}

static void readEvents(SAX2XMLReader &Reader, const std::string &Text, Sum &S) {
  Handler H(S);
  Reader.setContentHandler(&H);
  Reader.setLexicalHandler(&H);
  Reader.setErrorHandler(&H);
  Reader.parse(asSource(Text, "events"));
}

static std::unique_ptr<SAX2XMLReader> makeReader(bool HasSchema) {
  std::unique_ptr<SAX2XMLReader> Reader(XMLReaderFactory::createXMLReader());
  Reader->setFeature(XMLUni::fgSAX2CoreNameSpaces, true);
  Reader->setFeature(XMLUni::fgSAX2CoreValidation, true);
  Reader->setFeature(XMLUni::fgXercesDynamic, false);
  Reader->setFeature(XMLUni::fgXercesSchema, HasSchema);
  if (!HasSchema)
    return Reader;
  Reader->setFeature(XMLUni::fgXercesUseCachedGrammarInParse, true);
  Reader->loadGrammar(asSource(Schema, "schema"), Grammar::SchemaGrammarType,
                      /*toCache=*/true);
  return Reader;
}

static void walk(const DOMNode *Node, Sum &S) {
  for (; Node; Node = Node->getNextSibling()) {
    S.add(Node->getNodeType());
    S.add(Node->getNodeName());
    S.add(Node->getNodeValue());
    if (const DOMNamedNodeMap *As = Node->getAttributes())
      for (XMLSize_t I = 0, E = As->getLength(); I < E; ++I) {
        S.add(As->item(I)->getLocalName());
        S.add(As->item(I)->getNodeValue());
      }
    walk(Node->getFirstChild(), S);
  }
}

/// Gives the children of the document's element names, and moves the first to
/// the end.
static void change(DOMDocument &Doc, Sum &S) {
  DOMElement *Root = Doc.getDocumentElement();
  for (DOMElement *E = Root->getFirstElementChild(); E;
       E = E->getNextElementSibling()) {
    E->setAttributeNS(u"urn:new", u"n:name", E->getLocalName());
    E->appendChild(Doc.createTextNode(u"a < b"));
    E->insertBefore(Doc.createComment(u"new"), E->getFirstChild());
  }
  Root->appendChild(Root->getFirstElementChild()->cloneNode(/*deep=*/true));
  Root->removeChild(Root->getFirstElementChild())->release();
  S.add(Doc.getElementsByTagNameNS(u"*", u"line")->getLength());
  DOMTreeWalker *Walker = Doc.createTreeWalker(
      Root, DOMNodeFilter::SHOW_TEXT | DOMNodeFilter::SHOW_COMMENT, nullptr,
      /*entityReferenceExpansion=*/true);
  while (const DOMNode *Node = Walker->nextNode())
    S.add(Node->getNodeValue());
  Walker->release();
}

static void write(const DOMDocument &Doc, Sum &S) {
  DOMImplementation *Implementation =
      DOMImplementationRegistry::getDOMImplementation(u"LS");
  Filter F;
  MemBufFormatTarget Target;
  DOMLSSerializer *Serializer = Implementation->createLSSerializer();
  Serializer->setFilter(&F);
  Serializer->getDomConfig()->setParameter(XMLUni::fgDOMWRTFormatPrettyPrint,
                                           true);
  DOMLSOutput *Output = Implementation->createLSOutput();
  Output->setByteStream(&Target);
  Output->setEncoding(u"UTF-8");
  S.add(Serializer->write(&Doc, Output));
  for (XMLSize_t I = 0; I < Target.getLen(); ++I)
    S.add(Target.getRawBuffer()[I]);
  Output->release();
  Serializer->release();
}

static void readTree(const std::string &Text, bool HasType, Sum &S) {
  XercesDOMParser Parser;
  Parser.setDoNamespaces(true);
  Parser.setValidationScheme(HasType ? XercesDOMParser::Val_Always
                                     : XercesDOMParser::Val_Never);
  HandlerBase Errors;
  Parser.setErrorHandler(&Errors);
  Parser.parse(asSource(Text, "tree"));
  DOMDocument *Doc = Parser.getDocument();
  walk(Doc, S);
  write(*Doc, S);
  change(*Doc, S);
  write(*Doc, S);
}

static void run(int Size, int Rounds, Sum &S) {
  const std::string Orders = makeOrders(Size), Log = makeLog(Size);
  std::unique_ptr<SAX2XMLReader> WithType = makeReader(/*HasSchema=*/false);
  std::unique_ptr<SAX2XMLReader> WithSchema = makeReader(/*HasSchema=*/true);
  for (int Round = 0; Round < Rounds; ++Round) {
    readEvents(*WithType, Orders, S);
    readEvents(*WithSchema, Log, S);
    readTree(Orders, /*HasType=*/true, S);
    readTree(Log, /*HasType=*/false, S);
  }
}

int main(int argc, char **argv) {
  const int Size = argc > 1 ? std::atoi(argv[1]) : 300;
  const int Rounds = argc > 2 ? std::atoi(argv[2]) : 14;
  XMLPlatformUtils::Initialize();
  Sum S;
  try {
    run(Size, Rounds, S);
  } catch (const SAXParseException &E) {
    char *Message = XMLString::transcode(E.getMessage());
    std::fprintf(stderr, "%lu:%lu: %s\n",
                 static_cast<unsigned long>(E.getLineNumber()),
                 static_cast<unsigned long>(E.getColumnNumber()), Message);
    XMLString::release(&Message);
    return 1;
  } catch (const XMLException &E) {
    char *Message = XMLString::transcode(E.getMessage());
    std::fprintf(stderr, "%s\n", Message);
    XMLString::release(&Message);
    return 1;
  }
  XMLPlatformUtils::Terminate();
  std::printf("%lu\n", S.Value);
  return 0;
}
